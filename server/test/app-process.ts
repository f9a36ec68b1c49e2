import { flushCompileCache } from 'node:module';
import './quick-passwords.ts';
import { readEnv } from '../src/env.ts';
import { startApplication } from '../src/start.ts';

// the application as tests run it that kill it; its configuration is the environment
process.on('disconnect', () => process.exit());
await startApplication(readEnv(process.env, 'test'));
// it is killed and keeps nothing at its end
flushCompileCache();
process.send?.('ready');
