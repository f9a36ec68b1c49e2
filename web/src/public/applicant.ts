import { copying } from './applicant/copying.ts';
import { enhance } from './enhance.ts';

enhance();
copying();
