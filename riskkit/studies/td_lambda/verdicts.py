def curve_tests(): pass
def peaks(): pass
