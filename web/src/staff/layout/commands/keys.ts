const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** The key that goes with another one for a command, as this keyboard names it. */
export const commandKey = isApple ? '⌘' : 'Ctrl';
