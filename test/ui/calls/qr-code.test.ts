import { describe, expect, it } from 'vitest';
import { qrCode } from '../../../src/ui/calls/qr-code.ts';

/** Rows in base 36, as two other encoders draw them (version 2, L, mask 0). */
const CODE =
  'juflr a5v7l el5jx ejujh eixct a5yyp jvfy7 2mf4 ipdxg 4rjb 2r2vb bcy14 81g8b 95pbj e8n77 9p88a cfy0j 1yjh jv1az a75so ek1dl ejkb4 ek8t1 a7hey jvvuj';

describe('a QR code', () => {
  it('is the one that other encoders draw', () => {
    const rows = qrCode('tel:+441632960001').map(row => Number.parseInt(row.map(Number).join(''), 2).toString(36));
    expect(rows.join(' ')).toBe(CODE);
  });
});
