import { IconCheck, IconPoint } from '@tabler/icons-react';
import { type PasswordProblem, passwordProblems, passwordRule } from '@vpisnik/contract/rules/passwords';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './password-rule.module.css';

/** The rule for new passwords as a list that ticks itself off while one types. */
export function PasswordRule({ id, password }: { id: string; password: string }) {
  const { t } = useI18n();
  const open = passwordProblems(password);
  return (
    <div className={classes.rule} id={id}>
      {t('modules.sign_in.rule.title')}
      <ul>
        {(Object.keys(passwordRule) as PasswordProblem[]).map((part) => {
          const isMet = !open.includes(part);
          const Icon = isMet ? IconCheck : IconPoint;
          return (
            <li key={part} data-met={isMet || undefined}>
              <Icon size={15} stroke={2} aria-hidden />
              {t(`modules.sign_in.rule.${part}`)}
              <span className="vh">
                {t(isMet ? 'modules.sign_in.rule.met' : 'modules.sign_in.rule.unmet')}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
