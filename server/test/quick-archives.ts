import { sealing } from '../src/backup/archive.ts';

// At the real cost each archive that a test makes or opens is half a second of work. `nightly-backup.test.ts` asserts that one.
sealing.work = 10;
