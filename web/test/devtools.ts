// React's development build tells DevTools the stack of each element and the time of each component, for half of what it
// computes. Its warnings, which fail a test, need neither.
for (const name of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, name);
