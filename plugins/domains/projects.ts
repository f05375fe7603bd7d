import fp from 'fastify-plugin'
import { createProjects, type Projects } from '../../src/projects/projects.js'

declare module 'fastify' {
  interface FastifyInstance { projects: Projects }
}

export default fp(async function projects (app) {
  app.decorate('projects', createProjects(app))
}, { name: 'projects', dependencies: ['authentication', 'trash'] })
