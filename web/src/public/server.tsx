import type { Renderer } from '@vpisnik/contract/rules/public-pages';
import { renderToString } from 'react-dom/server';
import { contentOf } from './content.tsx';
import { htmlDocument } from './document.ts';

/** A public page as a whole HTML document; the server imports the build of this. */
export const render: Renderer['render'] = (page, context, assets) => {
  const { element, style, ...content } = contentOf(page, context);
  return htmlDocument(
    { ...content, body: renderToString(element), style: assets.styles[style] },
    context,
    assets,
  );
};
