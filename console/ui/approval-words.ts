/** The states of approvals, as people say them. */
export const approvalWords: Readonly<Record<string, string>> = {
  none: 'Nobody was asked', pending: 'Waiting', approved: 'Approved', rejected: 'Needs changes'
}

/** The class of a decision. */
export const approvalColours: Readonly<Record<string, string>> = { approved: 'good', rejected: 'wrong' }
