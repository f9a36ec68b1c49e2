/** The shape of the demo's content; what fills it is in `zvezda*.ts` and `zmaj.ts`. */
import type { FormFieldInput } from '@vpisnik/contract/form-fields';
import type { Day, Slot } from '@vpisnik/contract/rules/schedule';
import type { Texts } from '@vpisnik/contract/rules/texts';
import type { categories, groups, locations, organizations, payment_settings } from '../db/schema.ts';
import type { Question } from '../features/participants/questions.ts';
import type { DemoAccount } from './accounts.ts';

type Row<T extends { $inferInsert: object }> = Omit<T['$inferInsert'], 'organization_id' | 'id'>;

/** How many people of a group have which status. */
export type Counts = Partial<Record<'approved' | 'pending' | 'waitlisted' | 'rejected' | 'inactive', number>>;

/** A participant of the demo with a fixed name. */
export type DemoPerson = {
  name: string;
  email: string;
  phone?: string;
  status: keyof Counts;
  /** Slovenian when left out. */
  language?: 'en';
  /** How long ago they applied. */
  hours: number;
  answers?: Record<string, string | boolean>;
  notes?: string;
  staff_notes?: string;
  /** Days from now until which a place is offered; in the past, the offer passed in silence. */
  offer_days?: number;
  /** Wants a place together with all others of this address in the group, or none. */
  tied?: true;
};

/** A day of the week so many weeks from the present one. */
type DemoDay = [weeks: number, day: Day];

/** A date on which a group departs from its schedule; a moved one keeps how long it lasts. */
export type DemoChange = { reason: Texts } & (
  | { cancelled: DemoDay }
  | { moved: DemoDay; to: DemoDay; at: string }
  | { added: DemoDay; at: string; duration: number; location?: string }
);

export type DemoGroup = Pick<Row<typeof groups>, 'label' | 'languages' | 'background_color' | 'schedule'> &
  Partial<Omit<Row<typeof groups>, 'category_id' | 'location_id'>> & {
    name: Texts;
    category: string;
    location?: string;
    /** Addresses of their accounts, before the @. */
    leaders: string[];
    /** Days from today on which it starts and ends. */
    days?: [start: number, end: number];
    /** Days from today between which applications are taken. */
    applications?: { from?: number; until?: number };
    /** Labels of catalogue fields in order; those with a * must be answered. */
    asks: string[];
    /** Questions of its own, after the others. */
    own?: Omit<Question, 'id' | 'form_field_id' | 'label'>[];
    /** Fee as an exact decimal. */
    fee?: string;
    people: Counts;
    named?: DemoPerson[];
    changes?: DemoChange[];
  };

export type DemoOrganization = {
  organization: Row<typeof organizations>;
  payments?: Row<typeof payment_settings>;
  accounts: DemoAccount[];
  categories: Row<typeof categories>[];
  locations: Row<typeof locations>[];
  /** Fields in addition to the starter ones. */
  fields: FormFieldInput[];
  groups: DemoGroup[];
  /** Days on which it is closed, both inclusive. */
  closures: { name: Texts; from: DemoDay; to: DemoDay }[];
};

/** The same time on several days of the week. */
export function weekly(days: Day[], start_time: string, duration: number): Slot[] {
  return days.map((day) => ({ day, start_time, duration }));
}
