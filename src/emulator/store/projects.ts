/** The demo's account and projects. There is one project at the start, and one more for every new agent. */

import type { Dialect } from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';

/** A project holds an agent's conversations; its id is the agent's. */
export interface Project {
  /** `PROJECT-shop`. */
  readonly id: string;
  /** `shop`: the readable form, which paths may have as well. */
  readonly slug: string;
  /** If true, the `turns` of its conversations are shown. */
  showsTranscripts: boolean;
  /** If true, Conversations v2 and v3 are sent in chunks, with a cursor in v2. */
  streamsChunks: boolean;
  /** Names of the metrics in a record, or all of them. */
  responseMetrics: 'all' | readonly string[];
}

export interface Projects {
  readonly all: Map<string, Project>;
}

export const DEMO_PROJECT = 'PROJECT-shop';
const ACCOUNTS = ['demo', 'ACCOUNT-demo', 'ws-demo'];

/** Returns the account's id, as responses name it. */
export const accountIn = (dialect: Dialect): string => (dialect === 'poly' ? 'ws-demo' : 'ACCOUNT-demo');

export function createProjects(): Projects {
  const projects: Projects = { all: new Map() };
  addProject(projects, DEMO_PROJECT);
  return projects;
}

export function addProject(projects: Projects, id: string): Project {
  const project: Project = {
    id,
    slug: id.replace(/^PROJECT-/, ''),
    showsTranscripts: true,
    streamsChunks: false,
    responseMetrics: 'all',
  };
  projects.all.set(id, project);
  return project;
}

export const isAccount = (id: string): boolean => ACCOUNTS.includes(id);

/** Finds a project by its id or slug. */
export function findProject(projects: Projects, id: string): Project | undefined {
  return projects.all.get(id) ?? [...projects.all.values()].find(each => each.slug === id);
}

/** Returns the project that a path names. Throws 404 if the account or the project does not exist. */
export function projectOf(projects: Projects, params: Readonly<Record<string, string>>): Project {
  const { account_id: account, accountId = account, project_id: id } = params;
  if (accountId !== undefined && !isAccount(accountId)) {
    throw new Problem(404, 'There is no such account.', { code: 'ACCOUNT_NOT_FOUND' });
  }
  const project = findProject(projects, id ?? DEMO_PROJECT);
  if (!project) throw new Problem(404, 'There is no such project.', { code: 'PROJECT_NOT_FOUND' });
  return project;
}
