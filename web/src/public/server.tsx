import type { Renderer } from '@vpisnik/contract/rules/public-pages';
import { renderToString } from 'react-dom/server';
import { contentOf } from './content.tsx';
import { htmlDocument } from './document.ts';
import { noticeOf } from './notice.ts';

/** A public page as a whole HTML document; the server imports the build of this. */
export const render: Renderer['render'] = (page, { notice, ...context }, assets) => {
  const { element, style, ...content } = contentOf(page, context);
  return htmlDocument(
    {
      ...content,
      // a form in its editor's preview is part of a page that has it
      notice: page.kind === 'preview' ? [] : noticeOf(notice, context),
      body: renderToString(element),
      style: assets.styles[style],
    },
    context,
    assets,
  );
};
