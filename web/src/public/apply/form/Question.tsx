import type { FieldPurpose } from '@vpisnik/contract/form-fields';
import type { PublicField } from '@vpisnik/contract/public';
import { answerName, type FormEntries, isSingleTick } from '@vpisnik/contract/rules/application-form';
import { useLocalized, usePage } from '../../page.tsx';
import { DayQuestion } from './DayQuestion.tsx';
import { type Asked, describedBy, Field, FieldGroup, idOf, OptionalMark, Remarks } from './Field.tsx';

type Props = {
  field: PublicField;
  /** Initial entries of the form. */
  entries: FormEntries;
  problem: string | undefined;
  /** Whether the form is a draft that came back. */
  restored: boolean;
  /** Warning below a date of birth that doesn't suit the group. */
  warning: string | null;
  onPicked: () => void;
  /** What is said of the answer, below the question's own description. */
  remark?: string;
};

/** A question of the group, with the widget that it was given. */
export function Question({ field, entries, problem, restored, warning, onPicked, remark }: Props) {
  const localized = useLocalized();
  const { required, sensitive, options } = field;
  const name = answerName(field);
  const given = entries.filter(([key]) => key === name).map(([, value]) => value);
  const [first = ''] = given;
  const hint = localized(field.description);
  const asked: Asked = {
    name,
    label: <span {...localized(field.name)} />,
    hint: (hint.children || remark) && (
      <>
        <span {...hint} /> {remark}
      </>
    ),
    required,
    sensitive,
    unsaved: restored && sensitive,
    problem,
  };
  const control = { id: idOf(name), name, required, ...describedBy(asked) };

  if (isSingleTick(field))
    return (
      <div className="field" data-bad={problem ? true : undefined}>
        <label className="agree">
          <input
            className="check"
            type="checkbox"
            value="true"
            defaultChecked={given.length > 0}
            {...control}
          />
          <span>
            {asked.label}
            <OptionalMark asked={asked} />
          </span>
        </label>
        <Remarks asked={asked} />
      </div>
    );

  switch (field.widget) {
    case 'date':
      return (
        <DayQuestion
          asked={asked}
          label={localized(field.name).children}
          given={first}
          warning={warning}
          ofBirth={field.purpose === 'date_of_birth'}
          onPicked={onPicked}
        />
      );
    case 'radio':
    case 'checkbox':
      return (
        <FieldGroup asked={asked}>
          <div className="pick">
            {options.map((option, at) => (
              <label key={option.value}>
                <input
                  className="check"
                  type={field.widget === 'radio' ? 'radio' : 'checkbox'}
                  id={at === 0 ? control.id : undefined}
                  name={name}
                  value={option.value}
                  required={field.widget === 'radio' && required}
                  defaultChecked={given.includes(option.value)}
                />
                <span {...localized(option.name)} />
              </label>
            ))}
          </div>
        </FieldGroup>
      );
    case 'select':
      return (
        <Field asked={asked}>
          <Select {...{ field, control, first }} />
        </Field>
      );
    case 'textarea':
      return (
        <Field asked={asked}>
          <textarea
            className="input"
            rows={3}
            autoComplete={field.purpose === 'address' ? 'street-address' : undefined}
            defaultValue={first}
            {...control}
          />
        </Field>
      );
    default:
      return (
        <Field asked={asked}>
          <input
            className="input"
            {...inputOf[field.widget]}
            autoComplete={field.purpose ? autoCompleteOf[field.purpose] : inputOf[field.widget].autoComplete}
            defaultValue={first}
            {...control}
          />
        </Field>
      );
  }
}

/** The guardian's are a set of their own beside the name and phone that every form asks for. */
const autoCompleteOf: Record<FieldPurpose, string | undefined> = {
  date_of_birth: undefined,
  guardian_name: 'section-guardian name',
  guardian_phone: 'section-guardian tel',
  address: 'address-line1',
};

const inputOf = {
  text: { type: 'text', autoComplete: undefined },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
} as const;

type SelectProps = {
  field: PublicField;
  control: { id: string; name: string; required: boolean };
  first: string;
};

function Select({ field, control, first }: SelectProps) {
  const { t } = usePage();
  const localized = useLocalized();
  return (
    <select className="input" defaultValue={first} {...control}>
      <option value="">{t('apply.choose')}</option>
      {field.options.map((option) => (
        <option key={option.value} value={option.value} {...localized(option.name)} />
      ))}
    </select>
  );
}
