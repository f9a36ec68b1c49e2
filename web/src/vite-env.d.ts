/// <reference types="vite/client" />

/** Calls of the contract without their schemas; made by `contract-calls.ts` beside the build's configuration. */
declare module 'virtual:first-calls' {
  /** Those that a page's first look is made of, and those with fields of a higher rank. */
  export const firstCalls: import('@vpisnik/contract/kit').SomeCalls<
    typeof import('@vpisnik/contract/contract').contract
  >;
  /** Method and path of the calls that need no sign-in. */
  export const openCalls: readonly string[];
  /** What the paths of calls about the user's own account begin with. */
  export const ownPaths: readonly string[];
}

declare module 'virtual:later-calls' {
  /** All calls that are not among the first. */
  export const laterCalls: import('@vpisnik/contract/kit').SomeCalls<
    typeof import('@vpisnik/contract/contract').contract
  >;
}
