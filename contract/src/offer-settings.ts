import { z } from 'zod';
import { offerHours, offerModes } from './rules/offers.ts';

/** How free places of a group go to its queue, and for how many hours one is offered. */
export const offerSettings = {
  offer_mode: z.enum(offerModes),
  offer_hours: z.int().min(offerHours.least).max(offerHours.most),
};
