/** The path of the next page, from a Link header, with its query. */
export function nextPage ({ headers }: Response): string | null {
  return /<[^<>]*?(\/api\/v2\/[^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
}
