import type { PublicGroupPage } from '@vpisnik/contract/public';
import type { LivePage, PageContext } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { type ReactNode, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { onTestFinished, vi } from 'vitest';
import { publicTexts as en } from '../src/locales/en/public.ts';
import { publicTexts as sl } from '../src/locales/sl/public.ts';
import { Apply, beginsWithForm } from '../src/public/apply/Apply.tsx';
import * as instead from '../src/public/apply/instead/instead.ts';
import { Groups } from '../src/public/groups/Groups.tsx';
import { LiveApp } from '../src/public/LiveApp.tsx';
import type { LiveTexts } from '../src/public/page.tsx';
import applyStyles from '../src/public/styles/apply-page.css?inline';
import groupsStyles from '../src/public/styles/groups-page.css?inline';
import { complain, misfit } from './complaints.ts';
import { checkAnswered, readCall } from './servers/contract-check.ts';
import { context, organization } from './servers/public-pages.ts';
import { addStyles } from './styles.ts';

const texts: Record<Language, LiveTexts> = { sl, en: en as unknown as LiveTexts };

/** Fetches what stands in the form's place. */
const loadInstead = async () => instead;

/** Puts the page into the document as the server renders it; `start` is the arrival of its script. */
export function servePage(livePage: LivePage, given: Partial<PageContext> = {}, load = loadInstead) {
  const here = context({ now: new Date().toISOString(), ...given });
  const running = Promise.withResolvers<void>();
  const app = (
    <Running onRunning={running.resolve}>
      <LiveApp
        page={livePage}
        context={here}
        texts={texts[here.language]}
        loadTexts={async (language) => texts[language]}
      >
        {livePage.kind === 'groups' ? (
          <Groups page={livePage} />
        ) : (
          <Apply
            page={livePage}
            instead={beginsWithForm(livePage) ? undefined : instead}
            loadInstead={load}
          />
        )}
      </LiveApp>
    </Running>
  );
  addStyles(applyStyles, groupsStyles);
  const address = location.href;
  const container = document.createElement('div');
  container.innerHTML = renderToString(app);
  document.body.append(container);
  let root: Root | undefined;
  onTestFinished(() => {
    root?.unmount();
    container.remove();
    history.replaceState(null, '', address);
  });
  return {
    container,
    /** Hydrates; anything that the browser renders otherwise than the server fails the test. */
    start: () => {
      root = hydrateRoot(container, app, { onRecoverableError: (error) => complain([error]) });
      return running.promise;
    },
  };
}

function Running({ onRunning, children }: { onRunning: () => void; children: ReactNode }) {
  useEffect(onRunning, [onRunning]);
  return children;
}

/** The page with its script running. */
export async function openPage(livePage: LivePage, given: Partial<PageContext> = {}, load = loadInstead) {
  const served = servePage(livePage, given, load);
  await served.start();
  return served;
}

type Sent = { url: string; key: string | null; body: Record<string, unknown> };

/**
 * Replaces `fetch`: gives the answers in turn, repeats the last one, and returns the requests. A request or an answer that
 * doesn't fit the contract fails the test. Calls of the staff app get none: files share a page, where the timers of an
 * earlier one may still run.
 */
export function answerWith(...answers: (Response | 'offline' | (() => Promise<Response>))[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith('/api/public/')) return new Promise<Response>(() => {});
    const { headers, body } = init;
    sent.push({
      url,
      key: new Headers(headers).get('idempotency-key'),
      body: body ? JSON.parse(String(body)) : {},
    });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'offline' || !answer) throw new TypeError('Failed to fetch');
    const response = typeof answer === 'function' ? await answer() : answer.clone();
    const call = readCall(url.replace(/^\/api/, ''), init);
    if (!call) throw misfit(`${url} is no call of the contract`);
    const answered = checkAnswered(call, response.status, await response.json());
    return Response.json(answered, { status: response.status, headers: response.headers });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return sent;
}

/** A refusal of the API. */
export function refusal(status: number, code: string, more: object = {}): Response {
  return Response.json({ type: 'about:blank', title: code, status, code, ...more }, { status });
}

/** A group as it is by now. */
export function groupNow(group: PublicGroupPage): Response {
  return Response.json({ organization, group });
}

/** An accepted application. */
export function receipt(more: object = {}): Response {
  return Response.json(
    { reference: 'ZV2K4M7Q', status: 'pending', email: 'barbara@example.com', language: 'sl', ...more },
    { status: 201 },
  );
}
