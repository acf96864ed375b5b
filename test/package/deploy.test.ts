/** The files of deploy/: they can be parsed, name only what exists, and are accepted by the programs that read them. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type BrokerConfigResult, readBrokerConfig } from '../../src/broker/config.ts';
import { programPath } from '../broker/proxies/real-proxies.ts';
import { makeCertificate } from '../cli/doctor/fixtures/certificates.ts';
import { projectFiles, ROOT } from './project-files.ts';

/** The longest that running requests may take after the drain, in seconds. */
const GRACE_SECONDS = 11;

const FILES = projectFiles('deploy');
const textOf = (name: string): string =>
  FILES.get(`deploy/${name}`) ?? readFileSync(join(ROOT, 'deploy', name), 'utf8');

const SECRETS = { NATTER_CONNECTOR_TOKEN: 'token', NATTER_TICKET_KEYS: `k1:${'A'.repeat(42)}E` };

/** Reads variables as the broker would, with secrets in place of their files. */
function configOf(variables: Readonly<Record<string, string>>): BrokerConfigResult {
  const own = Object.entries(variables).filter(([name]) => !name.endsWith('_FILE'));
  const files = Object.keys(variables).filter(name => name.endsWith('_FILE'));
  expect(files.sort()).toEqual(['NATTER_CONNECTOR_TOKEN_FILE', 'NATTER_TICKET_KEYS_FILE']);
  return readBrokerConfig({ ...Object.fromEntries(own), ...SECRETS });
}

interface Container {
  readonly securityContext: object;
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } };
}

interface Manifest {
  readonly kind: string;
  readonly data: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly containers: readonly [Container];
      };
    };
  };
}

const MANIFESTS = parseAllDocuments(textOf('kubernetes.yaml'));
const manifest = (kind: string): Manifest =>
  MANIFESTS.map(each => each.toJS() as Manifest).find(each => each.kind === kind) as Manifest;

describe('deploy/', () => {
  it('every variable of the broker that a file names exists', () => {
    const named = [...FILES.values()].flatMap(text => text.match(/\bNATTER_[A-Z_]+\b/g) ?? []);
    expect(new Set(named).size).toBeGreaterThan(7);
    const given = Object.fromEntries(named.map(name => [name.replace(/_FILE$/, ''), 'x']));
    expect(readBrokerConfig(given).warnings).toEqual([]);
  });

  it('the README names every other file', () => {
    const others = [...FILES.keys()].map(path => path.replace('deploy/', '')).filter(name => name !== 'README.md');
    expect(others.filter(name => !textOf('README.md').includes(`\`${name}\``))).toEqual([]);
  });

  it('the image runs the command of the package for a user without rights', () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const text = textOf('Dockerfile');
    expect(text).toContain(`node_modules/natter/${bin.natter.replace('./', '')}", "broker"]`);
    expect(text).toMatch(/^FROM \S+:nonroot$/m);
  });
});

describe('compose.yaml', () => {
  const { services } = parse(textOf('compose.yaml'));

  it('the broker accepts its variables, and has time to stop', () => {
    const config = configOf(services.broker.environment);
    expect(config).toMatchObject({ ok: true, warnings: [] });
    const drain = config.ok ? (config.drainSeconds ?? 0) : 0;
    expect(Number.parseInt(services.broker.stop_grace_period, 10)).toBeGreaterThan(drain + GRACE_SECONDS);
  });

  it('no service has rights that it does not need, and only the proxy has ports', () => {
    for (const [name, each] of Object.entries<Record<string, unknown>>(services)) {
      expect(each).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(name === 'caddy' || (each.read_only === true && each.ports === undefined)).toBe(true);
    }
  });
});

describe('kubernetes.yaml', () => {
  it('all documents can be parsed', () => {
    expect(MANIFESTS.flatMap(({ errors }) => errors)).toEqual([]);
    const kinds = ['ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'];
    expect(MANIFESTS.map(each => (each.toJS() as Manifest).kind)).toEqual(kinds);
  });

  it('the broker accepts its variables, and has time to stop', () => {
    const config = configOf(manifest('ConfigMap').data);
    expect(config).toMatchObject({ ok: true, warnings: [] });
    const drain = config.ok ? (config.drainSeconds ?? 0) : 0;
    const { terminationGracePeriodSeconds } = manifest('Deployment').spec.template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(drain + GRACE_SECONDS);
  });

  it('the pod is as restricted as Kubernetes can make it, and its probes ask for paths of the broker', () => {
    const { securityContext, containers } = manifest('Deployment').spec.template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const [{ readinessProbe, livenessProbe, startupProbe, ...container }] = containers;
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect([readinessProbe, livenessProbe, startupProbe].map(probe => probe?.httpGet.path)).toEqual([
      '/ready',
      '/health',
      '/health',
    ]);
  });
});

describe('natter-broker.service', () => {
  it('the broker accepts its variables, and has time to stop', () => {
    const variables = [...textOf('natter-broker.service').matchAll(/^Environment=(\w+)=(.*)$/gm)];
    const config = configOf(Object.fromEntries(variables.map(([, name, value]) => [name ?? '', value ?? ''])));
    expect(config).toMatchObject({ ok: true, warnings: [] });
    const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(textOf('natter-broker.service')) ?? [];
    expect(Number(stop)).toBeGreaterThan((config.ok ? (config.drainSeconds ?? 0) : 0) + GRACE_SECONDS);
  });
});

describe('wrangler.toml', () => {
  it('the broker accepts its variables, and the main file is there', () => {
    const text = textOf('wrangler.toml');
    const variables = [...text.matchAll(/^(NATTER_\w+) = "(.*)"$/gm)].map(([, name, value]) => [name, value]);
    expect(readBrokerConfig({ ...Object.fromEntries(variables), ...SECRETS })).toMatchObject({
      ok: true,
      warnings: [],
    });
    expect(textOf(/^main = "(.*)"$/m.exec(text)?.[1] ?? '')).toContain('brokerFromEnv(env)');
  });
});

/** Programs that check a file, with the arguments and the file's text, whose certificates are those in the folder. */
const CHECKS: readonly (readonly [string, string, (folder: string) => { args: string[]; text: string }])[] = [
  [
    'nginx',
    'nginx.conf',
    folder => ({
      args: ['-t', '-q', '-c', join(folder, 'file'), '-e', 'stderr'],
      text: `pid ${folder}/pid;\nevents {}\nhttp {\n${textOf('nginx.conf').replaceAll('/etc/ssl/', `${folder}/`)}\n}`,
    }),
  ],
  [
    'haproxy',
    'haproxy.cfg',
    folder => ({
      args: ['-c', '-q', '-f', join(folder, 'file')],
      text: textOf('haproxy.cfg').replaceAll('/etc/haproxy/', `${folder}/`),
    }),
  ],
];

describe('proxies', () => {
  it.each(CHECKS.map(check => [...check, programPath(check[0])] as const))(
    '%s accepts %s, if it is installed',
    (...row) => {
      const [, , make, program] = row;
      if (program === undefined) return;
      const folder = mkdtempSync(join(tmpdir(), 'natter-deploy-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const now = Date.now();
      const { cert, key } = makeCertificate({
        subject: 'shop.example.com',
        names: ['shop.example.com'],
        validFromAt: now - 1e6,
        validToAt: now + 1e9,
      });
      writeFileSync(join(folder, 'shop.example.com.pem'), cert);
      writeFileSync(join(folder, 'shop.example.com.key'), key);
      writeFileSync(join(folder, 'chat.example.com.pem'), cert + key);
      const { args, text } = make(folder);
      writeFileSync(join(folder, 'file'), text);
      const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    },
  );
});
