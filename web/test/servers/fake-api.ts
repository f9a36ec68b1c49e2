import { contract } from '@vpisnik/contract/contract';
import { createClient, type Endpoint, type Input, type Output, ROWS_HEADER } from '@vpisnik/contract/kit';
import type { Problem } from '@vpisnik/contract/rules/errors';
import type { Api } from '../../src/lib/api.ts';
import { currentTest, misfit } from '../complaints.ts';
import { countsOf } from '../fixtures/participants.ts';
import { listOf } from '../fixtures/rows.ts';
import { checkAnswered, readCall } from './contract-check.ts';

type Contract = typeof contract;
type Answer<E extends Endpoint> = Output<E> | Refusal | Promise<Output<E> | Refusal>;

/** Answers by noun and action; a call that has none fails the test. */
export type Answers = {
  [N in keyof Contract]?: {
    [A in keyof Contract[N]]?: Contract[N][A] extends Endpoint
      ? (input: Input<Contract[N][A]>) => Answer<Contract[N][A]>
      : never;
  };
};

/** A problem instead of an answer; status 0 is a network that is down. */
export class Refusal {
  readonly problem: Pick<Problem, 'status'> & Partial<Problem>;
  constructor(problem: Pick<Problem, 'status'> & Partial<Problem>) {
    this.problem = problem;
  }
}

const nothingProposed = {
  ...{ currency: 'EUR', lines: [], total: '0.00', now_count: 0, now_total: '0.00' },
  can_pay_at_once: false,
};

/** What pages ask in passing, for tests that are not about it: nothing is there. */
const inPassing: Answers = {
  participants: { counts: () => countsOf() },
  fee_proposals: { move: () => ({ fees: null }), adding: () => nothingProposed },
  dashboard: {
    facts: () => ({ pending: 0, oldest_pending: null, offering: [], undelivered: 0, overdue: null }),
  },
  sessions: { clashes: () => ({ results: [] }) },
  session_notices: { audience: () => ({ participants: 0, leaders: 0, without_email: 0, turned_off: 0 }) },
  users: { leaders: () => ({ results: [] }) },
  categories: { list: () => listOf() },
  locations: { list: () => listOf() },
  bulk_jobs: { list: () => listOf() },
  participant_notes: { list: () => listOf() },
  applicant_links: {
    get: () => ({
      ...{ address: 'barbara@mail.test', available: true, may_look: true },
      ...{ created_at: null, last_used_at: null },
    }),
  },
  participant_history: { list: () => listOf() },
  payments: {
    ofParticipant: () => ({
      results: [],
      last_id: null,
      balances: [],
      reminded_at: null,
      statement_day: null,
      mails: [],
    }),
  },
  families: { ofParticipant: () => ({ family: null, proposal: [] }) },
  fee_plans: {
    proposal: () => nothingProposed,
  },
  fee_rules: {
    get: () => ({
      ...{ version: 0, family: null, family_sessions: [], member_field_id: null },
      ...{ member_answer: '', member: null, at_once: null },
    }),
  },
  payment_settings: { get: () => null },
  organization_archives: { latest: () => null },
  same_person: { get: () => ({ proposals: [], linked: [], merges: [] }) },
};

type Loose = (input: unknown) => unknown;

const answerOf = (answers: Answers, { noun, action }: { noun: string; action: string }) =>
  (answers as Record<string, Record<string, Loose> | undefined>)[noun]?.[action];

/**
 * The typed client over a test's answers. Calls and answers pass through JSON, as over the network; one that doesn't fit
 * the contract fails the test. Only a call that is refused as wrong may be one that the server would refuse as well.
 */
export function fakeApi(answers: Answers): Api {
  const mine = currentTest();
  const isOver = () => mine !== currentTest();
  const nothing = new Promise<never>(() => {});
  return createClient<typeof contract>(contract, {
    baseUrl: '',
    fetch: async (url, init) => {
      if (isOver()) return nothing;
      const call = readCall(url, init);
      if (!call) throw misfit(`${init.method} ${url} is no call of the contract`);
      const { endpoint, sent } = call;
      const answer = answerOf(answers, endpoint) ?? answerOf(inPassing, endpoint);
      if (!answer) throw misfit(`No answer for ${endpoint.name}`);
      const reply = await answer(sent);
      if (isOver()) return nothing;
      const isRefused = reply instanceof Refusal;
      const { status = 200 } = isRefused ? reply.problem : endpoint;
      if (status === 0) throw new TypeError('Failed to fetch');
      const answered = checkAnswered(call, status, isRefused ? reply.problem : reply);
      if (answered === undefined) return new Response(null, { status: 204 });
      const type = isRefused ? 'application/problem+json' : (endpoint.file ?? 'application/json');
      if (endpoint.events && !isRefused) return eventsOf(answered);
      const text = type === endpoint.file ? String(answered) : JSON.stringify(answered);
      const name = endpoint.stream && `udelezenci.${endpoint.path.split('.').at(-1)}`;
      const named = name && {
        'content-disposition': `attachment; filename="${name}"`,
        // lines below the header
        [ROWS_HEADER]: String(text.split('\n').length - 1),
      };
      return new Response(text, { status, headers: { 'content-type': type, ...named } });
    },
  });
}

/** One event, as the server sends them. */
const eventsOf = (answered: unknown) =>
  new Response(`data: ${JSON.stringify(answered)}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
