/** What a group's page shows in the place of its form; one piece that comes after it. */
export { ClosedGroup } from './Closed.tsx';
export { NotYet } from './NotYet.tsx';
export { Success } from './Success.tsx';
