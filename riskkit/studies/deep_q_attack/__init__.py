def claims(): return []
