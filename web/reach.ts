/** Files of a build that these bring along by what they import at once, themselves first. */
export function reach(files: Iterable<string>, importsOf: (file: string) => readonly string[]): Set<string> {
  const reached = new Set(files);
  // a set also gives what is added while it is walked
  for (const file of reached) for (const other of importsOf(file)) reached.add(other);
  return reached;
}
