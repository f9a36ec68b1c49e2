import * as React from 'react';

// React's development build tells DevTools the stack of each element and the time of each component, for half of what it
// computes. Its warnings, which fail a test, need neither.
for (const name of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, name);

// It also takes a stack of each element, up to a number in each second, which it finds reached.
const internals = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
) as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
});
