import './styles/apply-page.css';
import type { PublicField } from '@vpisnik/contract/public';
import { answerName } from '@vpisnik/contract/rules/application-form';
import type { ApplyPage, PreviewNews, PreviewOrder } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ApplyFrame } from './apply/ApplyFrame.tsx';
import { clearDraft } from './apply/draft.ts';
import { ApplicationForm } from './apply/form/ApplicationForm.tsx';
import { idOf } from './apply/form/Field.tsx';
import { useApplication } from './apply/useApplication.ts';
import { loadTexts } from './live.tsx';
import { type LiveTexts, PageProvider, pageOf } from './page.tsx';

/** Sends messages only to, and accepts them only from, the editor that frames this page. */
const tell = (news: PreviewNews) => window.parent.postMessage(news, location.origin);
const isOrder = (event: MessageEvent<PreviewOrder>) =>
  event.source === window.parent && event.origin === location.origin && event.data?.preview === 'show';

/** Renders the form that the editor sends, unsaved changes included. */
function Preview() {
  const [order, setOrder] = useState<PreviewOrder | null>(null);
  const [texts, setTexts] = useState<Partial<Record<Language, LiveTexts>>>({});
  const language = order?.context.language;
  useEffect(() => {
    const obey = (event: MessageEvent<PreviewOrder>) => {
      if (isOrder(event)) setOrder(event.data);
    };
    window.addEventListener('message', obey);
    tell({ preview: 'listening' });
    return () => window.removeEventListener('message', obey);
  }, []);
  useEffect(() => {
    if (!language) return;
    document.documentElement.lang = language;
    void loadTexts(language).then((loaded) => setTexts((known) => ({ ...known, [language]: loaded })));
  }, [language]);
  const shown = language && texts[language];
  if (!order || !shown) return null;
  const page = pageOf(order.context, shown);
  document.title = page.t('apply.basics');
  return (
    <PageProvider
      value={{ ...page, changeLanguage: (asked) => tell({ preview: 'language', language: asked }) }}
    >
      <PreviewedForm page={order.page} />
    </PageProvider>
  );
}

function PreviewedForm({ page }: { page: ApplyPage }) {
  const form = useRef<HTMLFormElement>(null);
  const { fields } = page.group;
  const before = useRef(fields);
  useEffect(() => {
    const changed = changedOf(before.current, fields);
    before.current = fields;
    if (changed) document.getElementById(idOf(answerName(changed)))?.scrollIntoView({ block: 'center' });
  }, [fields]);
  const application = useApplication(page, page.group, form);
  return (
    <ApplyFrame organization={page.organization} group={page.group}>
      <ApplicationForm page={page} group={page.group} form={form} application={application} />
    </ApplyFrame>
  );
}

/** The question that is new, asked otherwise or in another place; the first of them. */
function changedOf(before: readonly PublicField[], after: readonly PublicField[]): PublicField | undefined {
  const same = (one: PublicField) => {
    const old = before.find(({ id }) => id === one.id);
    return old && JSON.stringify(old) === JSON.stringify(one);
  };
  const edited = after.find((one) => !same(one));
  const isSameLength = before.length === after.length;
  return edited ?? (isSameLength ? after.find(({ id }, at) => before[at]?.id !== id) : undefined);
}

/** Fields can be tried, but nothing is sent and no link is followed; the page's policy refuses both as well. */
function keepStill(): void {
  window.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    tell({ preview: 'save' });
  });
  window.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault();
    },
    true,
  );
}

const root = document.getElementById('root');
if (root && window.parent !== window) {
  keepStill();
  // answers tried in an earlier preview must not return as a draft
  clearDraft('preview');
  createRoot(root).render(<Preview />);
}
