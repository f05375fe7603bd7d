/** Example values that fit together. */
export const samples = {
  assetId: '019bc0fe-a498-7981-a37a-3def0524ae0e',
  projectId: '019bc0fd-89c0-77f1-ac1d-340e37158276',
  parentProjectId: '019bc0fd-1e10-7b02-91c4-7b6f0d1f2a55',
  subprojectId: '019bc0fe-25d8-7c3a-9e41-6f0b7a2d8c95',
  entryId: '019bc0ff-fcc5-7ce9-a2cf-7b47d9324b80',
  earlierEntryId: '019bc0fd-89c1-7d20-8f5e-2b9a64c7e013',
  attemptId: '019bc100-5d62-7bae-a058-a6b9cc33ab73',
  fileId: '019bc101-2f4e-7c11-9b6a-5d0e8f3a7c42',
  email: 'admin@example.com',
  colleague: 'ann@example.com',
  cohortId: '019bc103-1c20-7f4a-a2b3-4c5d6e7f8091',
  importId: '019bc102-7a10-7d3e-8c45-1f2e3d4c5b6a',
  apiKey: 'cutroom_EZ3Vq1mC0b8yXn5sJtW4kGdR7uPaLhF9oTzQeIvKxMw',
  externalId: 'MAM-20260115-7',
  projectExternalId: 'MAM-20260115-2',
  expires: 1768473072,
  signature: 'N_s-cZnnWbLxQ98X7kK2izjvGlrADqub6gHIsiI3uPY',
  seconds: '2026-01-15T09:31:12Z',
  laterSeconds: '2026-01-15T11:02:45Z',
  milliseconds: '2026-01-15T09:31:12.408Z',
  laterMilliseconds: '2026-01-16T09:31:12.408Z',
  retentionEnd: '2026-01-29T09:31:12.408Z',
  asset: {
    title: 'Interview, day 1',
    description: 'Interview with the director',
    category: 'interview',
    tags: ['raw', '4k']
  },
  project: { title: 'Documentary', description: 'Ninety minutes for the festival', category: 'film', tags: ['2026'] }
}
