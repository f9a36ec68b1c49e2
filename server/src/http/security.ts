import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** Allows this reply's own scripts and styles; a page puts it on them and sends `pagePolicy`. */
    nonce: string;
  }
}

type PagePolicy = {
  nonce: string;
  /** Staff pages only: their component library sets style attributes. */
  styleAttributes: boolean;
  /** Origins that may frame the page, from an organisation's settings. */
  frameAncestors?: readonly string[];
  /** It only shows: nothing that is done on it can be sent anywhere. */
  silent?: boolean;
};

const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The Content-Security-Policy of a page; everything that isn't one allows nothing. */
export function pagePolicy({
  nonce,
  styleAttributes,
  frameAncestors = [],
  silent = false,
}: PagePolicy): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    `style-src-attr ${styleAttributes ? "'unsafe-inline'" : "'none'"}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${silent ? "'none'" : "'self'"}`,
    ...(silent ? ["connect-src 'none'"] : []),
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
  ].join('; ');
}

/** Browser features denied to all pages, and so to injected scripts. */
const unused = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
];
const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');

/** Security headers for every reply; pages replace the policy by their own. */
export async function registerSecurity(app: FastifyInstance): Promise<void> {
  app.decorateReply('nonce', '');
  app.addHook('onRequest', async (_request, reply) => {
    // 122 random bits, which Node draws for many at once
    reply.nonce = randomUUID();
    reply.header('permissions-policy', permissionsPolicy);
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // the policy's frame-ancestors says it better, and lets organisations embed their forms
    frameguard: false,
    crossOriginEmbedderPolicy: false,
    hsts: { maxAge: 31_536_000, includeSubDomains: true },
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', nothing);
  });
}
