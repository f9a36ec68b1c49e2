import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

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

/** Headers that every reply has alike, written once: setting them one by one for each costs more than sending them. */
const always = {
  'permissions-policy': permissionsPolicy,
  ...headersOf(
    helmet({
      contentSecurityPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
      // the policy's frame-ancestors says it better, and lets organisations embed their forms
      frameguard: false,
      crossOriginEmbedderPolicy: false,
      hsts: { maxAge: 31_536_000, includeSubDomains: true },
    }),
  ),
};

/** What a middleware sets on any answer. */
function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => {});
  return response.getHeaders() as Record<string, string>;
}

/** Security headers for every reply; pages replace the policy by their own. */
export function registerSecurity(app: FastifyInstance): void {
  app.decorateReply('nonce', '');
  app.addHook('onRequest', (_request, reply, done) => {
    // 122 random bits, which Node draws for many at once
    reply.nonce = randomUUID();
    reply.headers(always);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', nothing);
    done();
  });
}
