import { Tabs } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import type { Locale } from '../../lib/text/locale.ts';
import classes from './LanguageTabs.module.css';

export type LanguageState = {
  language: Locale;
  /** How many read it; said after its name. */
  count?: number | undefined;
  /** Names missing texts: `manjka opis`; absent when complete. */
  missing?: string | undefined;
  /** A field of this language was refused. */
  failed?: boolean;
};

type LanguageTabsProps = {
  languages: readonly LanguageState[];
  active: Locale;
  onChange: (language: Locale) => void;
  /** After the tabs: "+ jezik". */
  end?: ReactNode;
  /** The fields of one language; those of the others stay out of the document. */
  children: ReactNode;
};

/** Tabs of texts per language; each says that its texts are complete, which are missing, or that one was refused. */
export function LanguageTabs({ languages, active, onChange, end, children }: LanguageTabsProps) {
  const { t } = useI18n();
  return (
    <Tabs
      value={active}
      onChange={(value) => {
        const chosen = languages.find(({ language }) => language === value);
        if (chosen) onChange(chosen.language);
      }}
      classNames={{ list: classes.list ?? '', tab: classes.tab ?? '' }}
    >
      <Tabs.List aria-label={t('ui.language_tabs.label')}>
        {languages.map(({ language, count, missing, failed }) => (
          <Tabs.Tab key={language} value={language}>
            {t(`layout.languages.${language}`)}
            {count !== undefined && `, ${count}`}
            <Mark missing={missing} failed={failed} />
          </Tabs.Tab>
        ))}
        {end && <div className={classes.end}>{end}</div>}
      </Tabs.List>
      <Tabs.Panel value={active} className={classes.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}

function Mark({ missing, failed }: { missing?: string | undefined; failed?: boolean | undefined }) {
  const { t } = useI18n();
  if (failed) {
    return (
      <>
        <IconAlertCircle size={15} stroke={2.25} className={classes.failed} aria-hidden />
        <span className={missing ? classes.missing : 'vh'}>{missing ?? t('ui.language_tabs.failed')}</span>
      </>
    );
  }
  if (missing) {
    return (
      <>
        <IconAlertTriangle size={15} stroke={2.25} className={classes.todo} aria-hidden />
        <span className={classes.missing}>{missing}</span>
      </>
    );
  }
  return (
    <>
      <IconCircleCheck size={15} stroke={2.25} className={classes.done} aria-hidden />
      <span className="vh">{t('ui.language_tabs.complete')}</span>
    </>
  );
}
