import { formatDay } from '@vpisnik/contract/rules/format';
import type { Operator } from '@vpisnik/contract/rules/public-pages';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import type { LegalText } from './legal-text.ts';
import { type Block, filled } from './legal-text.ts';
import type { StillTranslate } from './translate.ts';

type Props = { text: LegalText; operator: Operator; version: string; t: StillTranslate };

/** A legal document: numbered sections, a list of contents, and a button that prints it. */
export function Legal({ text, operator, version, t }: Props) {
  const page = usePage();
  const fill = (paragraph: string) => filled(paragraph, operator, page.public_url);
  return (
    <Layout organization={null}>
      <main className="legal" id="content">
        <div className="legal-head">
          <div>
            <h1>{text.title}</h1>
            <p className="dim">{t('legal.version', { version: formatDay(version, page.language) })}</p>
          </div>
          <button className="btn" type="button" data-print hidden>
            <Icon name="printer" />
            {t('legal.print')}
          </button>
        </div>
        {text.intro.map((paragraph) => (
          <p key={paragraph}>{fill(paragraph)}</p>
        ))}
        <nav aria-label={t('legal.contents')}>
          <ol>
            {text.sections.map(({ heading }, at) => (
              <li key={heading}>
                <a href={`#s${at + 1}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        {text.sections.map(({ heading, blocks }, at) => (
          <section key={heading} id={`s${at + 1}`}>
            <h2>
              {at + 1}. {heading}
            </h2>
            {blocks.map((block) => (
              <BlockView key={String(block)} block={block} fill={fill} />
            ))}
          </section>
        ))}
        <p className="dim">
          <a href="/third-party-notices.txt">{t('legal.notices')}</a>
        </p>
      </main>
    </Layout>
  );
}

function BlockView({ block, fill }: { block: Block; fill: (text: string) => string }) {
  if (typeof block === 'string') return <p>{fill(block)}</p>;
  return (
    <ul>
      {block.map((item) => (
        <li key={item}>{fill(item)}</li>
      ))}
    </ul>
  );
}
