/** New option with a random, invisible value, so that its texts may change without touching given answers. */
export const newOption = () => ({ value: `option-${crypto.randomUUID().slice(0, 8)}`, name: {} });
