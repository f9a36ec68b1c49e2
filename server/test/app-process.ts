import { flushCompileCache } from 'node:module';
import './quick-passwords.ts';
import { usualPace } from '../src/background/mail-rounds.ts';
import { readEnv } from '../src/env.ts';
import { startApplication } from '../src/start.ts';

// the application as tests run it that kill it; its configuration is the environment
process.on('disconnect', () => process.exit());
// what a killed process was sending is another's soon
const running = await startApplication(readEnv(process.env, 'test'), { ...usualPace, hold: 6 });
process.once('SIGTERM', () => running.stop().then(() => process.exit()));
// it is killed and keeps nothing at its end
flushCompileCache();
process.send?.('ready');
