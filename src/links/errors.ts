import { defineFailure } from '../errors.js'

export const LinkNotFound = defineFailure('LINK_NOT_FOUND', 'Link not found', 404)
export const TwoEnds = defineFailure('TWO_ENDS', 'Must have expires_in or expires_at', 422)
export const LinkWithoutUrl = defineFailure('LINK_WITHOUT_URL', 'This link has no url', 200)
export const LinkEnded = defineFailure('LINK_ENDED', 'This link has ended', 200)
export const LinkFull = defineFailure<[left: number, what: 'files' | 'bytes']>(
  'LINK_FULL', 'This link takes at most %s more %s', 200
)
export const MailNotSetUp = defineFailure('MAIL_NOT_SET_UP', 'Mail is not set up', 200)
export const LinkWithoutDownloads = defineFailure('LINK_WITHOUT_DOWNLOADS', 'This link does not allow downloads', 403)
export const LinkWithoutApprovals = defineFailure('LINK_WITHOUT_APPROVALS', 'This link does not allow approvals', 403)
export const LinkWithoutVersions = defineFailure('LINK_WITHOUT_VERSIONS', 'This link does not allow versions', 403)
export const LinkWithoutUploads = defineFailure('LINK_WITHOUT_UPLOADS', 'This link does not allow uploads', 403)
export const LinkWithoutComments = defineFailure('LINK_WITHOUT_COMMENTS', 'This link does not allow comments', 403)
