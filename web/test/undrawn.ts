import { inject } from 'vitest';

// A browser without a window draws every frame for no one. What is transparent is laid out, found and clicked as ever, but not
// drawn; within its frame the page stays as it is.
const frame = window.frameElement as HTMLElement | null;
if (frame && !inject('screenshots') && /Headless/.test(navigator.userAgent)) frame.style.opacity = '0';
