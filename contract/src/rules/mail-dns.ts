/** What records in DNS are for, in the order in which they are shown. */
export const dnsPurposes = ['spf', 'dkim', 'dmarc', 'reverse', 'bounce_mx', 'bounce_spf'] as const;

/**
 * What was found: what is wanted, something else, nothing, no name server that answers, or something of which we can't say
 * whether it is right, because the configuration names no sending machines.
 */
export const dnsVerdicts = ['right', 'wrong', 'missing', 'unknown', 'unset'] as const;
export type DnsVerdict = (typeof dnsVerdicts)[number];
