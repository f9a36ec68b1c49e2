import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { begun, type Cause, ended, type Unit } from '../cause.ts';
import {
  type Ended,
  type Held,
  statementName,
  statements,
  transactions,
} from '../db/connection/watched-client.ts';
import type { Env } from '../env.ts';
import type { Log } from '../mail/transport.ts';
import { type Figures, figuresAsMetrics } from './figures.ts';

/** How long a stopping process waits for what it still has to send, in milliseconds. */
const PATIENCE = 3_000;
/** Milliseconds in which only one failure to send is logged. */
const QUIET = 600_000;

type Wanted = NonNullable<Env['telemetry']>;
type Part = { stop(): Promise<void> };

/**
 * Sends traces and metrics by OTLP until it is stopped. Spans have names, ids, numbers and codes, and nothing of people. A receiver
 * that is slow or away holds up nobody: what it doesn't take is dropped.
 *
 * Where to, and with what, the packages read from the variables of OpenTelemetry themselves.
 */
export function startTelemetry(
  wanted: Wanted,
  { version, figures, log }: { version: string; figures: Figures; log: Log },
): Part {
  let quietUntil = 0;
  setGlobalErrorHandler((error) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + QUIET;
    log.warn({ err: error }, 'traces or metrics could not be sent');
  });
  const resource = resourceFromAttributes({
    'service.name': 'vpisnik',
    'service.version': version,
    'service.instance.id': randomUUID(),
  }).merge(detectResources({ detectors: [envDetector] }));
  const parts = [
    ...(wanted.traces ? [sendTraces(wanted, resource)] : []),
    ...(wanted.metrics ? [sendMetrics(wanted, resource, figures)] : []),
  ];
  return {
    async stop() {
      const ends = Promise.allSettled(parts.map((part) => part.stop()));
      await Promise.race([ends, wait(PATIENCE, undefined, { ref: false })]);
    },
  };
}

function sendMetrics({ metricsEvery }: Wanted, resource: Resource, figures: Figures): Part {
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: metricsEvery,
    exportTimeoutMillis: Math.min(metricsEvery, 30_000),
    metricProducers: [{ collect: () => figuresAsMetrics(figures, resource) }],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { stop: () => provider.shutdown() };
}

function sendTraces(wanted: Wanted, resource: Resource): Part {
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    scheduledDelayMillis: wanted.tracesEvery,
  });
  const provider = new TracerProvider({ resource, sampler: samplerOf(wanted), spanProcessors: [processor] });
  const stopTracing = traceAll(provider.getTracer('vpisnik'));
  return {
    stop: () => {
      stopTracing();
      return provider.shutdown();
    },
  };
}

function samplerOf({ sampler, ratio }: Wanted): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, mail: SpanKind.CLIENT };

/** Makes a span of each request, job and mail, of their transactions, and of the statements in these; returns what ends it. */
function traceAll(tracer: Tracer): () => void {
  const units = new WeakMap<Cause, Span>();
  const held = new WeakMap<Held, Span>();

  const onBegun = (message: unknown) => {
    const { kind, name, cause } = message as Unit;
    const parent = contextOf(cause.cameWith);
    const span = tracer.startSpan(`${kind} ${name}`.trim(), { kind: kinds[kind] }, parent);
    const { traceId, spanId, traceFlags } = span.spanContext();
    cause.place = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    units.set(cause, span);
  };

  const onEnded = (message: unknown) => {
    const { kind, name, cause, organizationId, end, failed } = message as Unit;
    const span = units.get(cause);
    if (!span) return;
    units.delete(cause);
    if (kind === 'request') {
      const [method = '', route = ''] = name.split(' ');
      span.updateName(name);
      span.setAttributes({
        ...{ 'http.request.method': method, 'http.route': route },
        'http.response.status_code': Number(end),
      });
    } else if (end !== undefined) span.setAttribute('vpisnik.end', end);
    span.setAttributes(idsOf(cause, organizationId));
    if (failed) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (end !== undefined) span.setAttribute('error.type', String(end));
    }
    span.end();
  };

  /** The span of a transaction of a unit; what nobody has caused is not traced. */
  const spanOf = (its: Held | undefined): Span | undefined => {
    const known = its && held.get(its);
    if (known || !its?.cause) return known;
    const parent = units.get(its.cause);
    if (!parent) return undefined;
    const span = tracer.startSpan(
      'transaction',
      { startTime: its.began, kind: SpanKind.CLIENT },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    held.set(its, span);
    return span;
  };

  const onStatement = (message: unknown) => {
    const its = message as Ended;
    const parent = spanOf(its.held) ?? (its.cause && units.get(its.cause));
    if (!parent?.isRecording()) return;
    const name = statementName(its);
    const span = tracer.startSpan(
      name,
      { startTime: its.began, kind: SpanKind.CLIENT, attributes: statementAttributes(name, its) },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    if (its.code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(its.began + its.ms);
  };

  const onTransaction = (message: unknown) => {
    const its = message as Held;
    const span = spanOf(its);
    if (!span) return;
    held.delete(its);
    span.setAttributes({ 'vpisnik.kind': its.kind, ...idsOf({}, its.organizationId) });
    span.end(its.began + its.ms);
  };

  const listeners = [
    [begun, onBegun],
    [ended, onEnded],
    [statements, onStatement],
    [transactions, onTransaction],
  ] as const;
  for (const [source, listener] of listeners) source.subscribe(listener);
  return () => {
    for (const [source, listener] of listeners) source.unsubscribe(listener);
  };
}

function contextOf(place: string | undefined) {
  const [, traceId, spanId, flags] = place?.split('-') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const its = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, its);
}

const idsOf = ({ request_id, job_id }: Cause, organizationId: string | undefined): Attributes => ({
  ...(request_id !== undefined && { 'vpisnik.request_id': request_id }),
  ...(job_id !== undefined && { 'vpisnik.job_id': job_id }),
  ...(organizationId !== undefined && { 'vpisnik.organization_id': organizationId }),
});

/** Its text is not told, though it has no values. */
const statementAttributes = (name: string, { rows, code }: Ended): Attributes => ({
  ...{ 'db.system.name': 'postgresql', 'db.query.summary': name },
  ...(rows !== undefined && { 'db.response.returned_rows': rows }),
  ...(code !== undefined && { 'db.response.status_code': code, 'error.type': code }),
});
