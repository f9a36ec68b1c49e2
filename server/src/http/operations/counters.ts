import client from 'prom-client';

/**
 * Applications that were taken for a robot's: answered as if they had been taken (`honeypot`), or asked to come again
 * (`too_fast`). When it grows without an attack, people are being lost.
 */
export const robots = new client.Counter({
  name: 'applications_taken_for_robots_total',
  help: 'Applications that were taken for a robot’s, by what gave them away',
  labelNames: ['sign'] as const,
  registers: [],
});
