import { type PreviewNews, previewPath } from '@vpisnik/contract/rules/public-pages';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useBannerUrl } from '../banner/use-banner-url.ts';
import { useEditor } from '../editor/editor-context.ts';
import classes from './form-preview.module.css';
import { previewOrder } from './preview-page.ts';

/**
 * The application form as an applicant sees it on a phone, unsaved changes included: the public page itself in a frame,
 * which gets its content by messages and can send nothing.
 */
export function FormPreview() {
  const { t } = useI18n();
  const { values, group, references, language, setLanguage } = useEditor();
  const { organization } = useSession();
  const banner_url = useBannerUrl();
  const frame = useRef<HTMLIFrameElement>(null);
  // Counts the frame's loads: a reloaded frame needs the content again.
  const [listening, setListening] = useState(0);
  const shown = useDeferredValue(values);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<PreviewNews>) => {
      if (source !== frame.current?.contentWindow || origin !== window.location.origin) return;
      if (data.preview === 'listening') setListening((count) => count + 1);
      else if (data.preview === 'language') setLanguage(data.language);
      // key events in the frame do not reach this page
      else if (data.preview === 'save')
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }));
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [setLanguage]);
  useEffect(() => {
    if (!listening || !organization) return;
    const order = previewOrder({ values: shown, group, references, organization, banner_url, language });
    frame.current?.contentWindow?.postMessage(order, window.location.origin);
  }, [listening, shown, group, references, organization, banner_url, language]);
  return (
    <aside className={classes.preview} aria-label={t('modules.group_form.preview.label')}>
      <h2>{t('modules.group_form.preview.title')}</h2>
      <div className={classes.phone} aria-busy={listening === 0}>
        <iframe ref={frame} src={previewPath} title={t('modules.group_form.preview.frame')} />
        {listening === 0 && <PageSkeleton />}
      </div>
      <p className={classes.hint}>{t('modules.group_form.preview.hint')}</p>
    </aside>
  );
}

/** The shape of the page over its empty frame. */
function PageSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      <i data-tall />
      {Array.from({ length: 5 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are all alike
        <span key={at}>
          <i />
          <i data-field />
        </span>
      ))}
    </div>
  );
}
