/** The five roles, lowest to highest; a role's rank is its position, starting at 1. */
export const roles = [
  'GROUP_VIEWER_USER',
  'GROUP_EDITOR_USER',
  'GROUP_ADMIN',
  'ORGANIZATION_ADMIN',
  'ADMIN',
] as const;

export type Role = (typeof roles)[number];

/** Roles inside an organisation; ADMIN is the platform's and can't be given. */
export const memberRoles = [
  'GROUP_VIEWER_USER',
  'GROUP_EDITOR_USER',
  'GROUP_ADMIN',
  'ORGANIZATION_ADMIN',
] as const;

/** Rank of a role, 1 to 5. Endpoints and fields open to every signed-in account have rank 1. */
export type Rank = 1 | 2 | 3 | 4 | 5;

/** The rank by which everything compares roles. */
export function rankOf(role: Role): Rank {
  return (roles.indexOf(role) + 1) as Rank;
}

/** Whether a text, for instance a token claim, names one of the roles. */
export function isRole(value: unknown): value is Role {
  return roles.includes(value as Role);
}
