/** The address of a category's public page, with its groups and the way to their forms. */
export function categoryLink(organizationId: string, categoryId: string): string {
  return `${window.location.origin}/public/${organizationId}/categories/${categoryId}/groups`;
}
