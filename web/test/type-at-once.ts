const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};

/** Types a text letter by letter without a pause in which a delayed search could begin, however slow the machine is. */
export function typeAtOnce(input: Element, text: string): void {
  for (const at of [...text].keys()) {
    set?.call(input, text.slice(0, at + 1));
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
