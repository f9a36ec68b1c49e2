import { fetchAfresh } from './applicant/afresh.ts';
import { copying } from './applicant/copying.ts';
import { unsaved, waiting } from './applicant/waiting.ts';
import { enhance } from './enhance.ts';

enhance();
copying();
waiting();
unsaved();
fetchAfresh();
