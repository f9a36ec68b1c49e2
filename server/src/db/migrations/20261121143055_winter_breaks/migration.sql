-- The winter break of the east and that of the west are two: what an organisation has changed was meant for its own
-- region, or, where breaks count no more, for the one in whose week it begins.
update closures set source = source || '-' || case
  when o.school_breaks in ('east', 'west') then o.school_breaks
  when closures.start_date between '2026-02-16' and '2026-02-22'
    or closures.start_date between '2027-02-22' and '2027-02-28' then 'west'
  else 'east' end
from organizations o
where o.id = closures.organization_id and closures.source ~ '^break:[0-9-]+:winter$';
