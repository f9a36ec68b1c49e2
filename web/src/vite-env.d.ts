/// <reference types="vite/client" />

declare module 'virtual:contract-calls' {
  /** Every call of the contract without its schemas; made by `contract-calls.ts` beside the build's configuration. */
  export const calls: import('@vpisnik/contract/kit').CallsOf<
    typeof import('@vpisnik/contract/contract').contract
  >;
}
