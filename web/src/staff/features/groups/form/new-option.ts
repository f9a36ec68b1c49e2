/** An option whose value nobody sees, so that its texts may change and answers still mean it. */
export const newOption = () => ({ value: `option-${crypto.randomUUID().slice(0, 8)}`, name: {} });
