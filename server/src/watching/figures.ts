import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { type InstrumentationScope, millisToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

type Told = MetricObjectWithValues<MetricValue<string>>;
type Value = MetricValue<string> & { metricName?: string };

/** What `/metrics` tells at the moment. */
export type Figures = () => Promise<Told[]>;

/** What `/metrics` tells, as OpenTelemetry has it: there is one list of figures, under the same names. */
export async function figuresAsMetrics(figures: Figures, resource: Resource): Promise<CollectionResult> {
  const times = { startTime: began, endTime: millisToHrTime(Date.now()) };
  const metrics = (await figures()).flatMap((one) => metricOf(one, times) ?? []);
  return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
}

const scope: InstrumentationScope = { name: 'vpisnik' };
/** Counters count from when the process began. */
const began: HrTime = millisToHrTime(performance.timeOrigin);

function metricOf({ name, help, type, values }: Told, times: Times): MetricData | undefined {
  const described = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // as prom-client has them: by name, `counter`, `gauge`, `histogram`
  const kind = String(type);
  const dataPoints = values.map(({ labels, value }) => ({
    ...times,
    attributes: attributesOf(labels),
    value,
  }));
  if (kind === 'counter')
    return { ...described, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  if (kind === 'gauge') return { ...described, dataPointType: DataPointType.GAUGE, dataPoints };
  if (kind !== 'histogram') return undefined;
  return {
    ...described,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: histograms(name, values, times),
  };
}

type Times = { startTime: HrTime; endTime: HrTime };

/** Prometheus counts in each bucket what is below its bound, OpenTelemetry what is between two. */
function histograms(name: string, values: Value[], times: Times) {
  const byLabels = Map.groupBy(values, ({ labels }) => {
    const { le: _, ...its } = labels;
    return JSON.stringify(its);
  });
  return [...byLabels].map(([labels, its]) => {
    const sumOf = (end: string) => its.find(({ metricName }) => metricName === name + end)?.value ?? 0;
    const buckets = its.filter(({ metricName }) => metricName === `${name}_bucket`);
    const boundaries = buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite);
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0));
    return {
      ...times,
      attributes: attributesOf(JSON.parse(labels)),
      value: { buckets: { boundaries, counts }, sum: sumOf('_sum'), count: sumOf('_count') },
    };
  });
}

const attributesOf = (labels: MetricValue<string>['labels']): Attributes => ({ ...labels }) as Attributes;

const unitOf = (name: string): string =>
  name.includes('_seconds') ? 's' : name.includes('_bytes') ? 'By' : '1';
