import { randomUUID } from 'node:crypto';
import { hashSync } from '@node-rs/argon2';
import { hashing } from '../src/identity/accounts/passwords.ts';

// At the real cost each password of a test is a fifth of a second of work. `passwords.test.ts` asserts that one.
const cost = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
Object.assign(hashing, { cost, nobody: hashSync(randomUUID(), cost) });
