/** What the document has asked for before the scripts came (`staff/early`): the session, and what its page shows first. */
export type Early = {
  /** The organisation that a platform ADMIN was taken to act for. */
  organization: string | null;
  /** Undefined when another tab was renewing at that moment. */
  response: Promise<Response | undefined>;
};

/** The part of a renewal's answer that is the API's. */
type Answered = { answers?: readonly { url: string; body: string }[] };

/** Milliseconds for which an answer stands for a call: pages ask at once. */
const LASTS = 15_000;

export type EarlyAnswers = ReturnType<typeof createEarly>;

/** Takes what the document has asked for, once; its answers then stand for the first call of each address. */
export function createEarly(early: Early | undefined, now: () => number = Date.now) {
  let waiting = early;
  let answers = new Map<string, string>();
  let until = 0;
  return {
    /** The answer to the renewal that the document has begun; undefined when there is none, or it failed. */
    async renewal(): Promise<Response | undefined> {
      const { response } = waiting ?? {};
      waiting = undefined;
      const answer = await response?.catch(() => undefined);
      return answer?.ok ? answer : undefined;
    },

    /** Keeps the answers that came with the session. */
    keep(body: unknown): void {
      answers = new Map(((body as Answered).answers ?? []).map(({ url, body }) => [`/api${url}`, body]));
      until = now() + LASTS;
    },

    /**
     * The answer to a call, which is given once.
     *
     * @param acting the organisation that the call is for; undefined where that makes no difference
     */
    take(url: string, acting: string | null | undefined): Response | undefined {
      const body = answers.get(url);
      if (body === undefined) return undefined;
      answers.delete(url);
      const isOther = acting !== undefined && acting !== (early?.organization ?? null);
      if (isOther || now() > until) return undefined;
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },

    /** Forgets everything: at sign-out, and when something is written. */
    forget(): void {
      answers.clear();
    },
  };
}
