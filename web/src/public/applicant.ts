import { fetchAfresh } from './applicant/browser/afresh.ts';
import { copying } from './applicant/browser/copying.ts';
import { unsaved, waiting } from './applicant/browser/waiting.ts';
import { enhance } from './enhance.ts';

enhance();
copying();
waiting();
unsaved();
fetchAfresh();
