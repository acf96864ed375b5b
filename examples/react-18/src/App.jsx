import { useState } from 'react';
import { HelpPage } from './HelpPage';

export function App() {
  const [page, setPage] = useState('shop');
  const [theme, setTheme] = useState('light');

  return (
    <main data-theme={theme}>
      <nav>
        <button type="button" onClick={() => setPage('shop')}>
          Shop
        </button>
        <button type="button" onClick={() => setPage('help')}>
          Help
        </button>
        <button type="button" onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
          Lights {theme === 'light' ? 'off' : 'on'}
        </button>
      </nav>
      {page === 'shop' ? <h1>Harbour &amp; Pine</h1> : <HelpPage theme={theme} />}
    </main>
  );
}
