import { asWorker } from '../../src/db/scope.ts';
import { tokenOf } from '../../src/features/applicant-links/service.ts';
import { applicantTokens } from '../../src/mail/applicant-tokens.ts';
import { type createPublicSite, nonceOf } from './public-site.ts';

type Site = Pick<Awaited<ReturnType<typeof createPublicSite>>, 'site' | 'web' | 'open'>;

/** Fields of a form as the page has them: what a browser without script sends when nothing is typed. */
function fieldsOf(html: string, act: string): [string, string][] {
  const forms = [...html.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);
  const form = forms.find((one) => one.includes(`value="${act}"`)) ?? '';
  const fields: [string, string][] = [];
  for (const [tag] of form.matchAll(/<(?:input|textarea|select)[^>]*>/g)) {
    const of = (name: string) => unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
    const name = of('name');
    const at = form.indexOf(tag) + tag.length;
    if (tag.startsWith('<textarea'))
      fields.push([name, unescaped(form.slice(at, form.indexOf('</textarea>', at)))]);
    else if (tag.startsWith('<select')) {
      const options = form.slice(at, form.indexOf('</select>', at));
      const chosen = /<option[^>]*\sselected=""[^>]*>/.exec(options)?.[0] ?? '';
      fields.push([name, /value="([^"]*)"/.exec(chosen)?.[1] ?? '']);
    } else if (!/type="(?:checkbox|radio)"/.test(tag) || /\schecked=""/.test(tag))
      fields.push([name, of('value')]);
  }
  return [...fields.filter(([name]) => name !== ''), ['act', act]];
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** An applicant at the page of their address: opens it and sends its forms, as a browser without script does. */
export async function applicantAt(
  { site, web, open }: Site,
  { organization_id, address }: { organization_id: string; address: string },
) {
  const keys = applicantTokens(site.env.secretKeys);
  const token = await asWorker(site.pools.system, (tx) => tokenOf(tx, keys, { organization_id, address }));
  const base = `/my/${token}`;
  const post = async (path: string, fields: Iterable<[string, string]>) => {
    await site.rows(`delete from rate_limits where key like '/my:%' or key like 'my:%'`);
    const {
      statusCode: status,
      headers,
      body: html,
    } = await web.inject({
      ...{ method: 'POST', url: path, payload: new URLSearchParams([...fields]).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const said = new URL(headers.location ?? '', 'http://x').searchParams.get('said');
    return { status, said, location: headers.location, html };
  };
  return {
    base,
    post,
    /** The form of an act, as it is in a view of an application. */
    async form(reference: string, act: string, view = '', lang = 'sl') {
      const path = [base, reference, ...(view ? [view] : [])].join('/');
      const { html } = await open(`${path}?lang=${lang}`);
      const fields = fieldsOf(html, act);
      return {
        path: `${path}?lang=${lang}`,
        html,
        fields,
        /** Sends it with other values; null leaves one out. */
        send(change: Record<string, string | null> = {}) {
          const kept = fields.filter(([name]) => !Object.hasOwn(change, name));
          const typed = Object.entries(change).flatMap(([name, value]): [string, string][] =>
            value === null ? [] : [[name, value]],
          );
          return post(`${path}?lang=${lang}`, [...kept, ...typed]);
        },
      };
    },
    nonceOf,
  };
}
