import ICAL from 'ical.js';

/** Every meeting of a calendar until a day as `date time minutes`, in wall time, as another implementation reads it. */
export function occurrences(text: string, to: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  const said = (start: ICAL.Time, end: ICAL.Time) => {
    const minutes = end.subtractDateTz(start).toSeconds() / 60;
    return `${start.toString().slice(0, 10)} ${start.toString().slice(11, 16)} ${minutes}`;
  };
  const found: string[] = [];
  for (const event of events.filter((one) => !one.isRecurrenceException())) {
    for (const other of events)
      if (other.isRecurrenceException() && other.uid === event.uid) event.relateException(other);
    if (!event.isRecurring()) {
      found.push(said(event.startDate, event.endDate));
      continue;
    }
    const iterator = event.iterator();
    for (let next = iterator.next(); next && next.toString().slice(0, 10) <= to; next = iterator.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(next);
      found.push(said(startDate, endDate));
    }
  }
  return found.sort();
}
