import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties are set like any other. */
    [name: `--${string}`]: string | number | undefined;
  }
}
