/**
 * A wall time, kept in the fields of UTC, in the shape of the zoned dates that ical-generator writes as they are. Of a
 * plain `Date` it would write the time of the zone that the server runs in, and a time that the clocks skip would move
 * a whole series.
 */
export class WallTime extends Date {
  readonly internal: Date;

  /** @param minute from midnight of the day; there may be more than a day has */
  constructor(day: string, minute = 0) {
    super(Date.parse(`${day}T00:00Z`) + minute * 60_000);
    this.internal = new Date(this.getTime());
  }

  tzComponents(): never[] {
    return [];
  }
  withTimeZone(): this {
    return this;
  }
  override getFullYear(): number {
    return this.getUTCFullYear();
  }
  override getMonth(): number {
    return this.getUTCMonth();
  }
  override getDate(): number {
    return this.getUTCDate();
  }
  override getHours(): number {
    return this.getUTCHours();
  }
  override getMinutes(): number {
    return this.getUTCMinutes();
  }
  override getSeconds(): number {
    return this.getUTCSeconds();
  }
}
