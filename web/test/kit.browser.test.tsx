import {
  Alert,
  Badge,
  Button,
  Card,
  Checkbox,
  Group,
  Menu,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core';
import {
  IconCalendarEvent,
  IconCheck,
  IconClock,
  IconHourglassLow,
  IconMinus,
  IconPlus,
  IconSettings,
  IconX,
} from '@tabler/icons-react';
import { afterEach, describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { type ColumnOf, useColumnChoice } from '../src/ui/columns/use-chosen-columns.tsx';
import { DateInput } from '../src/ui/date/DateInput.tsx';
import { FilterChip } from '../src/ui/filters/FilterChip.tsx';
import { ListToolbar } from '../src/ui/filters/ListToolbar.tsx';
import { SearchField } from '../src/ui/filters/SearchField.tsx';
import { FieldPair, FormSection } from '../src/ui/form/FormSection.tsx';
import { LanguageTabs } from '../src/ui/form/LanguageTabs.tsx';
import { Optional } from '../src/ui/form/Optional.tsx';
import { SettingsSection } from '../src/ui/form/SettingsSection.tsx';
import { ErrorSummary } from '../src/ui/form/saving/ErrorSummary.tsx';
import { SaveBar } from '../src/ui/form/saving/SaveBar.tsx';
import { Places } from '../src/ui/marks/Places.tsx';
import { StatusPill } from '../src/ui/marks/StatusPill.tsx';
import { WeekStrip } from '../src/ui/marks/WeekStrip.tsx';
import { EmptyState } from '../src/ui/notice/EmptyState.tsx';
import { SkeletonRows } from '../src/ui/notice/SkeletonRows.tsx';
import { PageHeader } from '../src/ui/PageHeader.tsx';
import { BulkBar } from '../src/ui/table/BulkBar.tsx';
import { type Column, DataTable } from '../src/ui/table/DataTable.tsx';
import { RowMenu } from '../src/ui/table/RowMenu.tsx';
import { expectAccessible } from './axe.ts';
import { picture, renderUi } from './render.tsx';

// fixed days: days are shown, whenever that is

const nothing = () => {};

type Row = { id: string; name: string; taken: number; limit: number };
const rows: Row[] = [
  { id: '1', name: 'Hip hop mladi', taken: 13, limit: 20 },
  { id: '2', name: 'Jazz za odrasle', taken: 18, limit: 18 },
  { id: '3', name: 'Moderni ples za najstnike', taken: 14, limit: 16 },
];
const allColumns: Column<Row, ColumnOf<'groups'>>[] = [
  {
    id: 'name',
    header: 'Skupina',
    sortable: true,
    phone: 'name',
    cell: (row) => (
      <>
        <a href={`#${row.id}`} data-open-row>
          {row.name}
        </a>
        <span style={{ color: 'var(--ink-2)', fontSize: 13 }}>Moderni in jazz</span>
      </>
    ),
  },
  {
    id: 'schedule',
    header: 'Urnik',
    cell: () => (
      <Group gap={12}>
        <WeekStrip days={['tuesday', 'thursday']} locale="sl" /> <span className="num">17:30–18:45</span>
      </Group>
    ),
  },
  {
    id: 'places',
    header: 'Mesta',
    cell: (row) => (
      <Stack gap={5}>
        <span className="num">
          <b>{row.taken}</b> od {row.limit}
        </span>
        <Places taken={row.taken} limit={row.limit} />
      </Stack>
    ),
  },
  {
    id: 'enrolment',
    header: 'Vpis',
    phone: 'corner',
    cell: () => (
      <StatusPill tint="approved" icon={IconCheck}>
        Odprt
      </StatusPill>
    ),
  },
  {
    id: 'actions',
    header: 'Dejanja',
    quiet: true,
    phone: 'none',
    cell: (row) => (
      <RowMenu name={row.name}>
        <Menu.Item>Uredi</Menu.Item>
      </RowMenu>
    ),
  },
];

function ListScreen() {
  const { columns, picker } = useColumnChoice('groups', allColumns);
  return (
    <main style={{ padding: 'clamp(16px, 2.2vw, 32px)' }}>
      <PageHeader
        title="Skupine"
        fact="18 skupin, 12 z odprtim vpisom"
        actions={
          <Button variant="filled" leftSection={<IconPlus size={18} stroke={1.75} />}>
            Nova skupina
          </Button>
        }
      />
      <ListToolbar
        search={<SearchField label="Ime skupine" value="" onChange={nothing} />}
        filters={
          <>
            <FilterChip
              label="Stanje"
              value={['active']}
              options={[{ value: 'active', label: 'Aktivne' }]}
              onChange={nothing}
            />
            <FilterChip label="Kategorija" value={[]} options={[]} onChange={nothing} />
            <FilterChip label="Lokacija" value={[]} options={[]} onChange={nothing} />
          </>
        }
        end={picker}
      />
      <DataTable
        caption="Skupine po imenu"
        columns={columns}
        rows={rows}
        idOf={(row) => row.id}
        sort={{ by: 'name', descending: false }}
        onSort={nothing}
        selection={{ selected: new Set(['2']), onChange: nothing, nameOf: (id) => id }}
        openId="3"
        foot={
          <>
            <span>Prikazane 3 od 16 aktivnih skupin</span>
            <Button>Pokaži več</Button>
          </>
        }
      />
      <BulkBar label="Izbrane skupine" count="Izbrana 1" selected={1} onClear={nothing}>
        <Button data-on leftSection={<IconCheck size={18} />}>
          Odobri
        </Button>
        <Button data-wide>Čakalna vrsta</Button>
        <Button>Zavrni</Button>
      </BulkBar>
      <Group gap={8} my={24}>
        <StatusPill tint="pending" icon={IconClock}>
          V obravnavi
        </StatusPill>
        <StatusPill tint="waitlisted" icon={IconHourglassLow} onClick={nothing}>
          Čakalna vrsta
        </StatusPill>
        <StatusPill tint="rejected" icon={IconX}>
          Zavrnjena
        </StatusPill>
        <StatusPill tint="inactive" icon={IconMinus}>
          Neaktivna
        </StatusPill>
        <StatusPill tint="pending" icon={IconCalendarEvent} plain>
          Od 1. 10. 2026
        </StatusPill>
        <Badge>14</Badge>
        <Button color="error">Izbriši skupino</Button>
        <Button variant="filled" color="error">
          Izbriši udeleženca
        </Button>
        <Button variant="subtle">Prekliči</Button>
        <Button variant="filled" disabled>
          Shranjujem
        </Button>
        <SegmentedControl data={['Teden', 'Seznam']} aria-label="Prikaz" />
      </Group>
      <EmptyState title="Tu še ni udeležencev" actions={<Button variant="filled">Kopiraj povezavo</Button>}>
        Delite povezavo do obrazca. Prve prijave se prikažejo tukaj.
      </EmptyState>
      <SkeletonRows rows={2} />
    </main>
  );
}

function EditorScreen() {
  return (
    <main style={{ padding: 'clamp(16px, 2.2vw, 32px)' }}>
      <PageHeader
        title="Moderni ples za najstnike"
        back={{ to: '/groups', label: 'Skupine' }}
        state={
          <>
            <StatusPill tint="approved" icon={IconCheck}>
              Odprt
            </StatusPill>
            Vpis je odprt do 30. 9. 2026, prosti sta še 2 mesti od 16.
          </>
        }
        actions={<Button>Predogled obrazca</Button>}
      />
      <Tabs defaultValue="data">
        <Tabs.List>
          <Tabs.Tab value="data">Podatki</Tabs.Tab>
          <Tabs.Tab value="form">Prijavni obrazec</Tabs.Tab>
          <Tabs.Tab value="people" rightSection={<Badge>14</Badge>}>
            Udeleženci
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="data">
          <ErrorSummary
            title="Obrazec ima napake: preverite vse jezike."
            errors={[{ id: 'capacity', message: 'Število mest: vpišite število, večje od 0' }]}
          />
          <FormSection title="Besedila" description="Obiskovalec vidi le jezike, ki jih vklopite tukaj.">
            <LanguageTabs
              active="sl"
              onChange={nothing}
              languages={[{ language: 'sl' }, { language: 'en', missing: 'manjka opis' }]}
            >
              <TextInput label="Ime skupine" defaultValue="Moderni ples za najstnike" />
              <Textarea
                label={
                  <>
                    Opis
                    <Optional />
                  </>
                }
                defaultValue="Sodobna plesna tehnika."
              />
            </LanguageTabs>
            <PasswordInput
              label="Geslo"
              description="Vsaj 8 znakov."
              visibilityToggleButtonProps={{ 'aria-label': 'Pokaži geslo' }}
            />
          </FormSection>
          <FormSection title="Termini" description="Urnik velja vsak teden med začetkom in koncem.">
            <FieldPair>
              <DateInput label="Začetek" value="2026-09-15" onChange={nothing} />
              <DateInput
                label="Konec"
                value={null}
                onChange={nothing}
                error="Vpišite datum v obliki dd.mm.llll."
              />
            </FieldPair>
            <FieldPair>
              <Select label="Kategorija" data={['Moderni in jazz', 'Balet']} defaultValue="Balet" />
              <MultiSelect
                label="Vodje skupine"
                data={['Nina Bergant', 'Katja Šega']}
                defaultValue={['Nina Bergant', 'Katja Šega']}
              />
            </FieldPair>
          </FormSection>
          <FormSection title="Vpis in mesta">
            <Switch
              defaultChecked
              label="Sprejemaj prijave"
              description="Obrazec je na javni strani odprt vsem s povezavo."
            />
            <FieldPair>
              <NumberInput
                id="capacity"
                label="Število mest"
                description="Prazno pomeni brez omejitve."
                error="Vpišite število, večje od 0."
                defaultValue={0}
                hideControls
              />
            </FieldPair>
            <Radio.Group label="Ko so mesta zasedena" defaultValue="waitlist">
              <Stack gap={10}>
                <Radio value="waitlist" label="Sprejemaj v čakalno vrsto" />
                <Radio value="close" label="Zapri obrazec" />
              </Stack>
            </Radio.Group>
            <Checkbox defaultChecked label="Obvesti po e-pošti" />
            <TextInput label="Oznaka" disabled defaultValue="moderni-ples" />
          </FormSection>
        </Tabs.Panel>
      </Tabs>
      <SettingsSection title="Profil" icon={IconSettings} description="Podatki na računih.">
        <TextInput label="Naslov" />
      </SettingsSection>
      <Alert mt={20} color="warning" title="Opozorilo">
        Telo
      </Alert>
      <Card mt={20}>Kartica</Card>
      <SaveBar dirty saving={false} changed="Opis in število mest" onSave={nothing} onDiscard={nothing} />
    </main>
  );
}

afterEach(() => page.viewport(1440, 900));

describe.each([
  ['list', <ListScreen key="list" />],
  ['editor', <EditorScreen key="editor" />],
] as const)('the kit on a screen: %s', (name, screen) => {
  it.each([
    [1440, 1700],
    [360, 2600],
  ])('at %i px passes axe in both colour schemes', async (width, height) => {
    await page.viewport(width, height);
    await renderUi(screen);
    await expectAccessible(document);
    await picture(`kit-${name}`);
  });
});
