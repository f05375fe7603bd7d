/** The tags that rich text may hold (section 2.6 of the contract). None of them may carry an attribute. */
export const allowedTags: ReadonlySet<string> = new Set([
  'p', 'strong', 'em', 'ins', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'
])
